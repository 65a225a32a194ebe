import { Problem, type EndpointOutput } from '@host/plugin'
import { HelpSearch, type HelpSearchService } from '@host/plugin/platform'
import { mostNamed, type searchHelp } from '../../shared/help.ts'
import type { Parts } from '../parts.ts'
import { helpUri, type HelpReader } from './help-resources.ts'

/** Help search for agents: the same pages in the same order as for people. */
export async function findHelp(
  { ctx, help }: Pick<Parts, 'ctx' | 'help'>,
  { orgId, language }: HelpReader,
  query: string,
): Promise<EndpointOutput<typeof searchHelp>> {
  const search = requireSearch(ctx.lookup(HelpSearch))
  const found = await search.find({ pages: await help.list(orgId), query, language })
  return {
    items: found.slice(0, mostNamed).map(({ page, excerpt }) => ({
      uri: helpUri(page.slug),
      title: (page.texts[language] ?? page.texts.en).title,
      excerpt: excerpt.map(({ text }) => text).join(''),
    })),
  }
}

/** @throws Problem `service_unavailable` in a build without a help search */
function requireSearch(search: HelpSearchService | undefined): HelpSearchService {
  if (search !== undefined) return search
  throw new Problem('service_unavailable', {
    detail: { en: 'This build has no help search.', zh: '此版本没有提供帮助搜索的插件。' },
  })
}
