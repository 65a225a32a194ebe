import axe from 'axe-core'
import type { MountedPage } from './mount-page.ts'

/**
 * Returns the WCAG 2.2 AA violations of a page, one sentence each. Contrast is not checked, because a document without
 * a screen has no colors; the tokens have separate contrast tests.
 * @example expect(await accessibilityProblems(page)).toEqual([])
 * @since 1.0.0
 */
export async function accessibilityProblems({ container }: Pick<MountedPage, 'container'>): Promise<readonly string[]> {
  const { violations } = await axe.run(container, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false } },
    // Describes what is wrong, and nothing else.
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}, at ${html}`))
}
