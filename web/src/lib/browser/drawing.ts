// A canvas to draw on, in browsers whose canvas returns what was drawn. Some answer with noise, so that sites cannot recognize a person
// by it (Firefox with resistFingerprinting, Brave in strict mode), and a picture would be stored as noise without a word.

/** @throws {CanvasIsNoise} or, where the browser cannot draw at all, another error */
export function drawingOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  if (!isExact()) throw new CanvasIsNoise();
  return newCanvas(width, height);
}

export class CanvasIsNoise extends Error {
  constructor() {
    super('the canvas of this browser returns noise');
  }
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser cannot draw');
  return { canvas, context };
}

const probe = 16;
const ink = [100, 143, 200, 255];

function isExact(): boolean {
  const { context } = newCanvas(probe, probe);
  context.fillStyle = `rgb(${ink.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, probe, probe);
  return context.getImageData(0, 0, probe, probe).data.every((value, index) => value === ink[index % ink.length]);
}
