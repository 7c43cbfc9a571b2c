/**
 * How long `work` keeps the processor busy, in ms: on a machine that tests other things as well, a clock would count their
 * work too. The system may count in steps of a few ms.
 */
export function cpuMs(work: () => unknown): number {
  const { user } = process.cpuUsage();
  work();
  return (process.cpuUsage().user - user) / 1000;
}
