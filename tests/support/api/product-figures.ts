import { register } from 'prom-client'
import type { Context } from '#services/core/context.ts'
import { registerProductFigures } from '#services/operations/figures/product-figures.ts'

let registeredNames: string[] = []

/**
 * Registers the figures of the whole product for a test file. Files of one process share the registry of `prom-client`,
 * so the figures of an earlier file are removed.
 */
export function registerFiguresFor(
  ctx: Context,
  depth: () => Promise<Record<string, number>>,
): () => Promise<void> {
  for (const name of registeredNames) register.removeSingleMetric(name)
  const namesBefore = new Set(register.getMetricsAsArray().map(({ name }) => name))
  const refresh = registerProductFigures(ctx, depth)
  registeredNames = register
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !namesBefore.has(name))
  return refresh
}
