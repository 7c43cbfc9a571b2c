import { atOnce, type Finding, type Study, simulated, steady } from './study.js';

export const alohaStudy: Study = {
  id: 'slotted-aloha',
  title: 'Slotted ALOHA',
  source: 'L. G. Roberts, "ALOHA Packet System With and Without Slots and Capture", 1975',
  about:
    'Poisson calls of G per slot; one gets through when it is alone in its slot, which happens to G · e^(−G) per slot.',
  findings: (effort) => {
    const slots = effort === 'full' ? 1_000_000 : 100_000;
    return [0.5, 1, 2].map((perSlot): Finding => {
      const { recorder } = simulated({
        load: steady(1000 * perSlot),
        policy: atOnce(1),
        service: { kind: 'slotted-channel', slotMs: 1 },
        durationMs: slots,
      });
      const expected = perSlot * Math.exp(-perSlot);
      // Whether a slot succeeds is a coin of its own.
      const tolerance = 4 * Math.sqrt((expected * (1 - expected)) / slots);
      return {
        what: `throughput per slot at G = ${perSlot}`,
        expected,
        ours: recorder.useful / slots,
        tolerance,
        mark: 'statistical',
      };
    });
  },
};
