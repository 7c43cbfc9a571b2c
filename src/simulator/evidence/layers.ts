import { layeredAmplification } from '../../core/capacity/amplification.js';
import { atOnce, type Effort, type Finding, type Study, simulated, steady } from './study.js';

export const layersStudy: Study = {
  id: 'layers',
  title: 'Layers that each retry',
  source: 'Site Reliability Engineering (Google 2016), chapter 22; M. Brooker, Amazon Builders’ Library, 2019',
  about:
    'Three layers with three retries each make 4³ = 64 attempts of one call, five with three tries each 3⁵ = 243, while everything ' +
    'fails; with a failing share of f it is (1 − f^N) ÷ (1 − f), N being the product of the attempts.',
  findings: (effort) => [
    attempts([4, 4, 4], 1, 64, effort),
    attempts([3, 3, 3, 3, 3], 1, 243, effort),
    attempts([4, 4, 4], 0.5, 2, effort),
    attempts([4, 4, 4], 0.9, 9.988, effort),
    attempts([3, 3, 3, 3, 3], 0.9, 10, effort),
  ],
};

function attempts(layers: readonly number[], failShare: number, expected: number, effort: Effort): Finding {
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
  if (failShare === 1) return { what, expected, ours, tolerance: 0, mark: 'exact' };
  const exact = layeredAmplification(
    layers.map((count) => ({ attempts: count })),
    failShare,
  );
  return { what, expected: exact, ours, tolerance: (effort === 'full' ? 0.02 : 0.04) * exact, mark: 'statistical' };
}
