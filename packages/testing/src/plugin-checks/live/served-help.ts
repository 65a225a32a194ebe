import { HelpLibrary } from '@host/plugin/platform'
import type { TestHost } from '../../test-host.ts'
import type { LiveFacts } from './live-facts.ts'

/** The slugs of a plugin's help pages that a workspace may read, by language. */
export async function servedHelp(host: TestHost, plugin: string): Promise<LiveFacts['help']> {
  const pages = await host.service(HelpLibrary).list(host.workspaces.here)
  const own = pages.filter((page) => page.plugin === plugin)
  return {
    en: own.map(({ slug }) => slug),
    zh: own.filter(({ texts }) => texts.zh !== undefined).map(({ slug }) => slug),
  }
}
