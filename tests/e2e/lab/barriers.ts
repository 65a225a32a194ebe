import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** How much of a page is judged. */
export interface Judged {
  /** Rules that are left out. */
  readonly exempt?: readonly string[]
  /** Selectors of what has changed since the rest was judged by the rules that take the longest; all of it when left out. */
  readonly changed?: readonly string[] | undefined
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A frame that runs no script answers nothing. */
const patience = 1_000
/** They compare each element with what lies around and below it, and take more time than all others together. */
const slowRules = ['color-contrast', 'target-size']

/**
 * Every rule, but nothing that describes a finding: what is as it should be, selectors, and the style sheets that no
 * rule in use reads take longer than most rules.
 */
const options = {
  resultTypes: ['violations'],
  selectors: false,
  preload: { assets: ['media'] },
} as const satisfies axe.RunOptions

/** Findings of axe in a page and its frames, one sentence each. */
export async function barriers(page: Page, { exempt = [], changed }: Judged = {}): Promise<readonly string[]> {
  for (const frame of page.frames()) {
    const isInjected = inject(frame)
    await (frame === page.mainFrame() ? isInjected : Promise.race([isInjected.catch(() => undefined), sleep(patience)]))
  }
  if (changed === undefined) return await judge(page, undefined, { rules: without(exempt) })
  const everywhere = await judge(page, undefined, { rules: without([...exempt, ...slowRules]) })
  const values = slowRules.filter((rule) => !exempt.includes(rule))
  return [...everywhere, ...(await judge(page, changed, { runOnly: { type: 'rule', values } }))]
}

function without(rules: readonly string[]): axe.RuleObject {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]))
}

/** @param selectors of what is judged; the whole document when undefined */
async function judge(
  page: Page,
  selectors: readonly string[] | undefined,
  rules: axe.RunOptions,
): Promise<readonly string[]> {
  const run = { include: selectors === undefined ? undefined : [...selectors], chosen: { ...options, ...rules } }
  return page.evaluate(async ({ include, chosen }) => {
    if (window.axe === undefined) throw new Error('axe is not in the page.')
    const context = include === undefined ? document : { include }
    const { violations } = await window.axe.run(context, chosen as unknown as axe.RunOptions)
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  }, run)
}

/** A document keeps axe for as long as it lasts. */
async function inject(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(source)
}
