import axe from 'axe-core'
import type { MountedPage } from './mount-page.ts'

/**
 * What WCAG 2.2 AA finds wrong with a page, a sentence each. Contrast is not among it: a document without a screen
 * has no colours; the tokens are checked for it by themselves.
 * @example expect(await accessibilityProblems(page)).toEqual([])
 * @since 1.0.0
 */
export async function accessibilityProblems({ container }: Pick<MountedPage, 'container'>): Promise<readonly string[]> {
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false } },
  })
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}, at ${html}`))
}
