import { AppError, errors } from '#contract/errors.ts'
import { Refused } from '#tests/support/api/call.ts'
import { acts } from './acts.ts'
import { Coverage } from './coverage.ts'
import { finishBackgroundWork, finishWorkOverTime, waitForTimers } from './dust.ts'
import { Effects } from './effects.ts'
import { finishCases } from './finishing.ts'
import { runInGroups } from './groups.ts'
import { audit, openBooks, openCasesOf } from './oracle.ts'
import type { Plan, Timeline } from './plan.ts'
import { AccountDeletedError, Story } from './story.ts'
import type { MoneyWorld } from './world.ts'

const longBreak = 60 * 60_000

export interface Outcome {
  plan: Plan
  /** Violations, in words. */
  violations: string[]
}

/** Runs the plans side by side on one timeline, finishes all background work, then audits the payments. */
export async function runPlans(
  world: MoneyWorld,
  plans: Plan[],
  timeline: Timeline,
  coverage = new Coverage(),
): Promise<Outcome[]> {
  const { ctx } = world.api
  const stories = plans.map(() => new Story(world))
  const effects = new Effects()
  const readListings = () => effects.readListings(ctx.db, stories, ctx.now())
  await runInGroups(stories, (story) => attempt(story, 'order'))
  for (const [turn, ms] of timeline.entries()) {
    const actingStories = stories.filter((_, index) => plans[index]?.[turn])
    if (actingStories.length > 0 || ms >= longBreak) await readListings()
    const statusBefore = new Map(actingStories.map((story) => [story, story.status]))
    await runInGroups(actingStories, async (story) => {
      const act = plans[stories.indexOf(story)]?.[turn]
      if (act && (await attempt(story, act))) coverage.note(statusBefore.get(story) ?? 'draft', act)
    })
    if (actingStories.length > 0) {
      await finishBackgroundWork(world)
      await readListings()
    }
    if (ms >= longBreak) for (const { status } of stories) coverage.pass(status, ms)
    world.advanceClock(ms)
    if (ms >= longBreak) {
      await waitForTimers()
      await finishBackgroundWork(world)
    }
  }
  await finishWorkOverTime(world, readListings)
  const violations = await auditAll(stories, effects)
  if (!(await finishCases(stories))) return outcomesOf(plans, violations)
  await finishWorkOverTime(world, readListings, false)
  // Closing a case may open another case. For example, accepted money may pay for something that is already paid.
  if (await finishCases(stories)) await finishWorkOverTime(world, readListings, false)
  const violationsAfter = await auditAll(stories, effects)
  for (const [index, story] of stories.entries()) {
    for (const { kind, invoice_id } of await openCasesOf(story))
      violationsAfter[index]?.push(`no act of a person ends the case ${kind} of ${invoice_id}`)
    for (const words of violationsAfter[index] ?? [])
      if (!violations[index]?.includes(words)) violations[index]?.push(`in the end: ${words}`)
  }
  return outcomesOf(plans, violations)
}

const outcomesOf = (plans: Plan[], violations: string[][]): Outcome[] =>
  plans.map((plan, index) => ({ plan, violations: violations[index] ?? [] }))

async function auditAll(stories: Story[], effects: Effects): Promise<string[][]> {
  const [first] = stories
  if (!first) return []
  const records = await openBooks(first.world, effects)
  return runInGroups(stories, (story) => audit(story, records))
}

/**
 * Runs one action. The product may refuse it; a server error is a violation.
 * @returns true if the action was done
 */
async function attempt(story: Story, name: keyof typeof acts): Promise<boolean> {
  try {
    return (await acts[name](story)) !== false
  } catch (error) {
    if (error instanceof AccountDeletedError) return false
    if (error instanceof Refused && error.problem.statusCode < 500) return false
    if (error instanceof AppError && errors[error.code] < 500) return false
    story.earlyViolations.push(`${name} failed: ${error}`)
    return false
  }
}
