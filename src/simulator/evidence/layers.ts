import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const layersStudy: Study = {
  id: 'layers',
  title: 'Layers that each retry',
  source: 'Site Reliability Engineering (Google 2016), chapter 22; M. Brooker, Amazon Builders’ Library, 2019',
  about:
    'Three layers with three retries each make 4³ = 64 attempts of one call, five with three tries each 3⁵ = 243, while everything ' +
    'fails; with a failing share of f it is (1 − f^N) ÷ (1 − f), N being the product of the attempts.',
  findings: (effort) => [
    attempts([4, 4, 4], 1, effort),
    attempts([3, 3, 3, 3, 3], 1, effort),
    attempts([4, 4, 4], 0.5, effort),
    attempts([4, 4, 4], 0.9, effort),
    attempts([3, 3, 3, 3, 3], 0.9, effort),
  ],
};

function attempts(layers: readonly number[], failShare: number, effort: Effort): Finding {
  const [first, ...below] = layers as [number, ...number[]];
  const calls = failShare === 1 ? 100 : effort === 'full' ? 100_000 : 20_000;
  const { recorder } = simulated({
    load: steady(100),
    policy: atOnce(first),
    layers: below.map((count) => atOnce(count)),
    service: { kind: 'loaded', failShare },
    durationMs: calls * 10,
  });
  const ours = recorder.offered / recorder.begun;
  const what = `attempts per call, ${layers.join(' × ')} attempts, ${100 * failShare} % fail`;
  const most = layers.reduce((product, count) => product * count, 1);
  if (failShare === 1) return { what, expected: most, ours, tolerance: 0, mark: 'exact' };
  // Attempts go on until one succeeds, or `most` have failed: a geometric distribution that is cut off.
  const expected = (1 - failShare ** most) / (1 - failShare);
  const spread = Math.sqrt(failShare) / (1 - failShare);
  return { what, expected, ours, tolerance: (4 * spread) / Math.sqrt(calls), mark: 'statistical' };
}
