/** What decides how a picture looks. Taken over one by one, since a file has no style sheet of ours. */
const PROPERTIES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'stroke-linecap'],
  ...['stroke-linejoin', 'paint-order'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'font-variant-numeric'],
];

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Above the picture, for its title, and around all of it; in sizes of its letters. */
const TITLE_HEIGHT = 2;
const MARGIN = 1;

/** A chart of the page as a file by itself, in the colours it has now, with its title and description. */
export function svgText(chart: SVGSVGElement): string {
  return `${new XMLSerializer().serializeToString(pictureOf(chart))}\n`;
}

/** The same as an element that stands in no document, of whole pixels of the screen. */
export function pictureOf(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = chart.querySelectorAll('*');
  for (const [index, part] of copy.querySelectorAll('*').entries()) {
    const original = originals[index];
    if (original !== undefined && part instanceof SVGGraphicsElement) inline(original, part);
  }
  const name = chart.getAttribute('aria-label') ?? '';
  const heading = getComputedStyle(chart.closest('figure')?.querySelector('h2') ?? chart);
  const letterSize = Number.parseFloat(heading.fontSize);
  const margin = MARGIN * letterSize;
  const above = TITLE_HEIGHT * letterSize + margin;
  const [width, height] = [Number(chart.getAttribute('width')), Number(chart.getAttribute('height'))];
  // In whole pixels, so that no edge is drawn half.
  const box = {
    x: -margin,
    y: -above,
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + above + margin),
  };
  copy.setAttribute('xmlns', NAMESPACE);
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  copy.setAttribute('viewBox', Object.values(box).join(' '));
  const title = document.createElementNS(NAMESPACE, 'title');
  title.textContent = name;
  const ground = element('rect', { ...box, fill: getComputedStyle(document.body).backgroundColor });
  const shownTitle = element('text', {
    x: 0,
    y: letterSize + margin - above,
    fill: heading.color,
    'font-family': heading.fontFamily,
    'font-size': letterSize,
    'font-weight': heading.fontWeight,
  });
  shownTitle.textContent = name;
  copy.prepend(title, ground, shownTitle);
  return copy;
}

function element(name: 'rect' | 'text', attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function inline(original: Element, copy: SVGElement): void {
  const style = getComputedStyle(original);
  for (const property of PROPERTIES) copy.setAttribute(property, style.getPropertyValue(property));
  copy.removeAttribute('class');
}
