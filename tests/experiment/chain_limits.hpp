// Where the chain of section 5 of Villmann, Haase comes to rest: known answers of batch learning for four divergences.
//
// Data v = (v1, 1 − v1) with density 2 v1 on [0, 1]; 100 units, sigma = 1. The limit is the ordered stationary point of
//   E = ½ ∫ P(v) Σ_r h(s(v), r) D(v‖w_r) dv, h(s, r) = exp(−(s − r)²/(2 sigma²)), s(v) = argmin_s Σ_r h(s, r) D(v‖w_r),
// h without normalisation and D with the part that depends on v alone (errata V22, V23). D is (2.15) alpha, (2.8) beta
// (1: generalized Kullback–Leibler), (2.25) gamma, (2.7) eta. Each unit sees v with the weight P(v) h(s(v), r):
//   beta, eta   w_r is the mean of v, as for all Bregman divergences; only the cells differ. eta is a multiple of beta,
//               and on v1 + v2 = 1 the parameters 2 and 3 are multiples too (errata V16).
//   alpha       w_r is the power mean (mean of v^α)^(1/α) by coordinate; from −1 down the mean of v2^α is infinite.
//   gamma       only the direction of w_r counts: the mean of v1/(v1 + v2 t^γ) is 1/(1 + t^(γ+1)), t = w2/w1.
// Listed is w1/(w1 + w2), which has a meaning for all of them (errata V19); w1 rises with the unit.
//
// chain_limits.py writes the table: exact borders, integrals in closed form or by Gauss–Legendre quadrature, at rest to
// 1e-12. Six of them, begun as an even chain with a first sigma of 4, 10 and 15, come to the same place. With 30
// (tried for beta 2 and gamma 2) the batch chain never unfolds: its ends have the fewest neighbours to pay for, and win
// everything.
// In one batch step the slowest deviation shrinks to 0.997 of itself: curves of a few hundred steps are not the limit.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace protea::chain {

// Counted from 1.
inline constexpr std::array<int, 7> SHOWN_UNITS = {1, 10, 25, 50, 75, 90, 100};

struct ChainLimit {
  std::string divergence;
  double parameter;
  std::array<double, 7> share;   // w1/(w1 + w2) of the units shown
  std::vector<int> silent;       // units that never win, counted from 1
};

// The table.
inline const std::vector<ChainLimit> chain_limits = {
    {"alpha",
     -0.5,
     {0.032268626738, 0.160092465960, 0.358552358199, 0.646726720613, 0.870724717535, 0.963954319537, 0.998702602796},
     {99}},
    {"alpha",
     0.5,
     {0.042013068272, 0.167388176691, 0.361635250631, 0.644485737332, 0.865667335739, 0.959151996945, 0.996603146960},
     {}},
    {"alpha",
     1.5,
     {0.049608623407, 0.173069334018, 0.364368880646, 0.643465148133, 0.862542601453, 0.956002777746, 0.994799834706},
     {}},
    {"alpha",
     2,
     {0.052875381620, 0.175498416331, 0.365561770756, 0.643081314114, 0.861261038329, 0.954684801409, 0.993974326412},
     {}},
    {"beta",
     0.5,
     {0.038180256193, 0.156698382555, 0.376584709496, 0.706972305405, 0.917585579383, 0.981084534025, 0.998552882960},
     {}},
    {"beta",
     1,
     {0.046013834644, 0.170386305673, 0.363063860531, 0.643916584728, 0.863985496714, 0.957469895383, 0.995672580306},
     {}},
    {"beta",
     1.5,
     {0.053743974891, 0.183373841662, 0.359835405820, 0.609136373672, 0.821774537031, 0.931295502562, 0.991255730631},
     {}},
    {"beta",
     2,
     {0.058864441790, 0.191529302523, 0.359764524561, 0.593175584165, 0.798618447723, 0.913588457372, 0.987390979714},
     {}},
    {"beta",
     3,
     {0.058864441790, 0.191529302523, 0.359764524562, 0.593175584165, 0.798618447723, 0.913588457373, 0.987390979714},
     {}},
    {"gamma",
     0.5,
     {0.057562596461, 0.191181067796, 0.363388403237, 0.599837856281, 0.809503973515, 0.924851361092, 0.990365358972},
     {}},
    {"gamma",
     1,
     {0.069596218759, 0.212334968153, 0.369558570994, 0.572015915062, 0.764453028453, 0.890706540420, 0.983215515247},
     {}},
    {"gamma",
     2,
     {0.093583795653, 0.250516375023, 0.385418662267, 0.541377895984, 0.699176076455, 0.827649896394, 0.965141409343},
     {99}},
    {"eta",
     1.5,
     {0.053743974891, 0.183373841662, 0.359835405820, 0.609136373672, 0.821774537031, 0.931295502562, 0.991255730631},
     {}},
    {"eta",
     2,
     {0.058864441790, 0.191529302523, 0.359764524561, 0.593175584165, 0.798618447723, 0.913588457372, 0.987390979714},
     {}},
    {"eta",
     3,
     {0.058864441790, 0.191529302523, 0.359764524562, 0.593175584165, 0.798618447723, 0.913588457373, 0.987390979714},
     {}},
};

}   // namespace protea::chain
