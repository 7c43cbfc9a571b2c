/** One cell of the AWS model as its published program gives it. */
export interface AwsCell {
  readonly clients: number;
  readonly strategy: string;
  /** Writes per run: mean and standard deviation. */
  readonly calls: number;
  readonly callsSd: number;
  /** Until the last client is done. */
  readonly timeMs: number;
  readonly timeSdMs: number;
}

/** Runs behind each cell. */
export const AWS_RUNS = 400;

/**
 * aws-samples/aws-arch-backoff-simulator (2015), run with explicit seeds. The exponent of its first retry is 1, so that its
 * base of 5 is a base of 10 here; decorrelated jitter has 5 in both.
 */
export const AWS_REFERENCE: readonly AwsCell[] = [
  { clients: 10, strategy: 'decorrelated', calls: 37.51, callsSd: 2.31, timeMs: 427.05, timeSdMs: 70.75 },
  { clients: 10, strategy: 'equal', calls: 42.37, callsSd: 2.576, timeMs: 730.11, timeSdMs: 191.64 },
  { clients: 10, strategy: 'none', calls: 51.208, callsSd: 4.037, timeMs: 3578.66, timeSdMs: 1309.03 },
  { clients: 10, strategy: 'full', calls: 38.795, callsSd: 2.207, timeMs: 465.7, timeSdMs: 113.2 },
  { clients: 10, strategy: 'no-backoff', calls: 51.148, callsSd: 3.997, timeMs: 381.5, timeSdMs: 34.13 },
  { clients: 20, strategy: 'decorrelated', calls: 101.537, callsSd: 5.164, timeMs: 827.43, timeSdMs: 161.52 },
  { clients: 20, strategy: 'equal', calls: 108.188, callsSd: 4.166, timeMs: 1586.25, timeSdMs: 440.26 },
  { clients: 20, strategy: 'none', calls: 149.998, callsSd: 13.6, timeMs: 14296.78, timeSdMs: 2772.54 },
  { clients: 20, strategy: 'full', calls: 99.847, callsSd: 3.703, timeMs: 981.91, timeSdMs: 264.39 },
  { clients: 20, strategy: 'no-backoff', calls: 151.903, callsSd: 11.702, timeMs: 602.68, timeSdMs: 52.2 },
  { clients: 50, strategy: 'decorrelated', calls: 375.285, callsSd: 11.773, timeMs: 2162.94, timeSdMs: 477.08 },
  { clients: 50, strategy: 'equal', calls: 347.342, callsSd: 6.025, timeMs: 4265.8, timeSdMs: 553.26 },
  { clients: 50, strategy: 'none', calls: 622.43, callsSd: 29.144, timeMs: 36349.78, timeSdMs: 3252.16 },
  { clients: 50, strategy: 'full', calls: 332.415, callsSd: 4.696, timeMs: 2870.22, timeSdMs: 547.44 },
  { clients: 50, strategy: 'no-backoff', calls: 689.058, callsSd: 18.539, timeMs: 1140.91, timeSdMs: 44.89 },
  { clients: 100, strategy: 'decorrelated', calls: 1003.35, callsSd: 29.491, timeMs: 4582.8, timeSdMs: 668.22 },
  { clients: 100, strategy: 'equal', calls: 812.69, callsSd: 7.563, timeMs: 6598.99, timeSdMs: 626.37 },
  { clients: 100, strategy: 'none', calls: 1854.35, callsSd: 61.505, timeMs: 63508.98, timeSdMs: 3670.14 },
  { clients: 100, strategy: 'full', calls: 795.562, callsSd: 7.357, timeMs: 4894.24, timeSdMs: 513.29 },
  { clients: 100, strategy: 'no-backoff', calls: 2424.312, callsSd: 32.001, timeMs: 2027.57, timeSdMs: 43.08 },
  { clients: 190, strategy: 'decorrelated', calls: 2435.11, callsSd: 59.398, timeMs: 7984.21, timeSdMs: 898.77 },
  { clients: 190, strategy: 'equal', calls: 1760.172, callsSd: 11.924, timeMs: 9390.05, timeSdMs: 624.51 },
  { clients: 190, strategy: 'none', calls: 5167.507, callsSd: 115.506, timeMs: 101086.23, timeSdMs: 4029.37 },
  { clients: 190, strategy: 'full', calls: 1772.27, callsSd: 11.518, timeMs: 7488.48, timeSdMs: 519.45 },
  { clients: 190, strategy: 'no-backoff', calls: 8007.398, callsSd: 67.144, timeMs: 3538.76, timeSdMs: 44.77 },
];
