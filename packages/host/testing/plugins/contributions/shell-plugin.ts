/** Shared parts of the contribution tests: a plugin that shows contributions, and calls of a user. */
import assert from 'node:assert/strict'
import { definePlugin, json } from '@host/plugin'
import { Contributions, type ContributionsService } from '@host/plugin/platform'
import type { LabPerson } from '../../lab-host.ts'
import { notesInfo } from '../../notes-plugin.ts'

/** The plugin that shows contributions, as the product does. */
export const shell = definePlugin({
  name: 'shell',
  info: { ...notesInfo, core: true },
  models: [],
  mount(mux, ctx) {
    const all = ctx.lookup(Contributions) as ContributionsService
    mux.handle(
      'GET /api/x/shell/search',
      ctx.guard(async ({ request, query }) => json(await all.search(request, query.get('q') ?? ''))),
    )
    mux.handle(
      'GET /api/x/shell/checklist',
      ctx.guard(async ({ request }) => json(await all.checklist(request))),
    )
    mux.handle(
      'GET /api/x/shell/badges',
      ctx.guard(async ({ request }) => json(await all.badges(request))),
    )
    mux.handle('GET /api/x/shell/public', async ({ request }) => json(await all.badges(request)))
  },
})

export type Items = readonly Readonly<Record<string, unknown>>[]

/** The contributions shown to a user. */
export async function ask(person: LabPerson, what: string, language = 'en'): Promise<Items> {
  const answer = await person.call('GET', `/api/x/shell/${what}`, { headers: { 'accept-language': language } })
  const items = (await answer.json()) as Items
  assert.equal(answer.status, 200, JSON.stringify(items))
  return items
}

export function titlesOf(items: Items): readonly unknown[] {
  return items.map(({ title }) => title)
}
