// How sharp scores may be: the power that makes labels likeliest.
#pragma once

#include <span>

#include <protea/base/export.hpp>
#include <protea/base/matrix.hpp>

namespace PROTEA_EXPORT protea {

// The power of scores that makes the labels likeliest: what a temperature does [Guo et al. 2017]; of two classes it is the slope of Platt's logistic
// function [Platt 1999], whose targets, a little short of certain, are taken too. A row of positive scores for each sample.
// Weights of the samples; empty: all one.
double likeliest_sharpness(MatrixView scores, std::span<const Label> y, Row weights = {});

// Scores to that power, over their sum.
void sharpen(MutableRow scores, double sharpness);

}   // namespace protea
