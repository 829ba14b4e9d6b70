import type { Browser, Page } from 'playwright-core'

type TraceEvent = {
  name: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * Measures the longest task of the page's main thread during `act`, in milliseconds of CPU time. CPU time does not
 * depend on other load on the machine.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await act()
  await page.waitForTimeout(1000)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const threads = new Set(main.map(threadOf))
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && threads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('the trace names no task')
  return Math.max(...tasks.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000))
}
