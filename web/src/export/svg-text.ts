/** What decides how a picture looks. Taken over one by one, since a file has no style sheet of ours. */
const PROPERTIES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'],
];

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** A chart of the page as a file by itself, in the colours it has now, with its title and description. */
export function svgText(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = chart.querySelectorAll('*');
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index];
    if (original !== undefined && element instanceof SVGGraphicsElement) inline(original, element);
  }
  copy.setAttribute('xmlns', NAMESPACE);
  const title = document.createElementNS(NAMESPACE, 'title');
  title.textContent = chart.getAttribute('aria-label');
  const ground = document.createElementNS(NAMESPACE, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(title, ground);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

function inline(original: Element, element: SVGElement): void {
  const style = getComputedStyle(original);
  for (const property of PROPERTIES) element.setAttribute(property, style.getPropertyValue(property));
  element.removeAttribute('class');
}
