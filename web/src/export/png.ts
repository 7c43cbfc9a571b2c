import { pictureOf } from './svg-text.js';

/** Pixels of the picture for one of the screen, so that it is sharp in print and on dense screens. */
const SCALE = 2;
/** Above each of several pictures, for what it shows, and around all of them; in sizes of the letters. */
const LABEL_HEIGHT = 2;
const MARGIN = 1;

/** A chart as it looks now, as PNG. Rejects where the browser cannot draw it. */
export async function pngOf(chart: SVGSVGElement): Promise<Blob> {
  const picture = pictureOf(chart);
  const [width, height] = [Number(picture.getAttribute('width')), Number(picture.getAttribute('height'))];
  const image = new Image();
  // As data: and not blob:, which a page from disk may show but not read back.
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  await image.decode();
  return drawn(width, height, (context) => context.drawImage(image, 0, 0, width, height));
}

/** Canvases as they look now, each under the words that stand above it. */
export function pngOfCanvases(canvases: readonly HTMLCanvasElement[]): Promise<Blob> {
  const { backgroundColor, color, fontFamily, fontSize } = getComputedStyle(document.body);
  const letterSize = Number.parseFloat(fontSize);
  const [above, margin] = [LABEL_HEIGHT * letterSize, MARGIN * letterSize];
  const widest = Math.max(...canvases.map(({ clientWidth }) => clientWidth));
  const heights = canvases.reduce((sum, { clientHeight }) => sum + above + clientHeight, 0);
  const [width, height] = [widest, heights].map((size) => Math.ceil(size + 2 * margin)) as [number, number];
  return drawn(width, height, (context) => {
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, width, height);
    context.font = `${letterSize}px ${fontFamily}`;
    let top = margin;
    for (const canvas of canvases) {
      const { clientWidth, clientHeight, previousElementSibling } = canvas;
      context.fillStyle = color;
      context.fillText(previousElementSibling?.textContent?.trim() ?? '', margin, top + above - letterSize / 2, widest);
      top += above;
      context.fillStyle = getComputedStyle(canvas).backgroundColor;
      context.fillRect(margin, top, clientWidth, clientHeight);
      context.drawImage(canvas, margin, top, clientWidth, clientHeight);
      top += clientHeight;
    }
  });
}

/** What `draw` draws, in pixels of the screen. */
function drawn(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const context = canvas.getContext('2d');
  if (context === null) return Promise.reject(new Error('no canvas'));
  context.scale(SCALE, SCALE);
  draw(context);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}
