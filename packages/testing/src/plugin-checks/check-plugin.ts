import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

/**
 * Checks a plugin by every rule of `host plugin check`, each a test of `node:test`: its packages, modules, texts, help,
 * names, tables, menus and definitions, and every route on a real host, called by every kind of caller. The plugin runs
 * in a process of its own. Accepted findings are in its `plugin-checks.json`, with the reason.
 * @param folder that of the server half; the web half lies in `web/` below it
 * @example await checkPlugin(import.meta.dirname)
 * @since 1.0.0
 */
export async function checkPlugin(folder: string | URL): Promise<void> {
  const [{ inspectApart }, { pluginRules }, { exceptionRule }, { findingLine }] = await Promise.all([
    import('./inspect-apart.ts'),
    import('./plugin-rules.ts'),
    import('./judge-facts.ts'),
    import('./write-report.ts'),
  ])
  const inspected = inspectApart(typeof folder === 'string' ? folder : fileURLToPath(folder))
  const told = inspected.catch(() => undefined)
  suite('plugin checks', () => {
    test('the plugin can be checked', async () => void (await inspected))
    for (const { id, title } of [...pluginRules, exceptionRule]) {
      test(`${id}: ${title}`, async (context) => {
        const report = await told
        const why =
          report === undefined ? 'it could not be checked' : report.leftOut.find(({ rule }) => rule === id)?.why
        if (why !== undefined) return context.skip(why)
        const found = (report?.findings ?? []).filter(({ rule }) => rule === id)
        assert.ok(found.length === 0, found.map(findingLine).join('\n'))
      })
    }
  })
}
