import { expect, it } from 'vitest';
import { parseScenario, reportOf, Simulation, scenarioOf } from '../../../../../src/simulator/index.js';
import { linesOf } from './lines.js';

const simulation = new Simulation(parseScenario(scenarioOf('retry-storm')));
const total = (values: readonly number[], binMs: number) => values.reduce((sum, value) => sum + value * binMs, 0);

it.each([1000, 4000, 90_000, 1e6])('lines of a run on an axis of %s ms hold as much as the report', (axisMs) => {
  simulation.advance(Math.min(axisMs, simulation.now + 20_000));
  const { series, figures } = reportOf(simulation);
  const lines = linesOf(series, axisMs);
  expect(lines.binMs * 256).toBeGreaterThanOrEqual(axisMs);
  expect(total(lines.load, lines.binMs) / 1000).toBeCloseTo(figures.attempts ?? 0, 6);
  expect(total(lines.useful, lines.binMs) / 1000).toBeCloseTo(figures.useful ?? 0, 6);
  expect(total(lines.inVain, lines.binMs) / 1000).toBeCloseTo((figures.refused ?? 0) + (figures.wasted ?? 0), 6);
  expect(lines.waiting.at(-1)).toBe(simulation.active);
});
