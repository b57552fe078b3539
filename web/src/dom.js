// Elements of the page. Text from the document only ever becomes a text node: there is no way to HTML here.

const namespace = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(namespace, tag), attributes, children);
}

// A name of the document within a sentence: its direction of writing must not turn the sentence around it.
export function name_of(text, tag = 'bdi') {
  // Long names break where their words end.
  const words = String(text).split(/(?<=[_/])/);
  const parts = words.flatMap((word, at) => (at === 0 ? [word] : [element('wbr'), word]));
  return element(tag, tag === 'bdi' ? {} : { dir: 'auto' }, parts);
}

// Sets style by the object model, which the content security policy allows; a style attribute it does not.
export function place(node, style) {
  for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value);
  return node;
}
