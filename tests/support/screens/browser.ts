import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { inject } from 'vitest'

// The lists of suggestions below the address bar are pages of their own: each new window loads them for two seconds of CPU.
const addressBarFeatures = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
  'InitialWebUI',
]
// Chromium uses the last list of features that it is given, so that those of Playwright which matter are in this one too.
const featuresPlaywrightDisables = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text is rendered equally on every machine.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  `--disable-features=${[...addressBarFeatures, ...featuresPlaywrightDisables].join()}`,
]

/** The system's Chromium, with a profile that is deleted when it closes. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: inject('chromium'), args: flags })
}

/** Saves a screenshot of a step, or of a part of the page: test-output/<journey>/<step>.png. */
export async function photograph(page: Page | Locator, journey: string, step: string): Promise<void> {
  const folder = path.join('test-output', journey)
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${step}.png`) })
}

/**
 * Collects errors of the page and its frames; a test expects the list to stay empty. Chromium reports its log once more
 * when a page of another origin opens in a frame, so a message with the same time is the same one.
 */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  const reportedMessages = new Set<string>()
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const complaint = `console: ${message.text()} (${message.location().url})`
    const entry = `${message.timestamp()} ${complaint}`
    if (!reportedMessages.has(entry)) complaints.push(complaint)
    reportedMessages.add(entry)
  })
  return complaints
}
