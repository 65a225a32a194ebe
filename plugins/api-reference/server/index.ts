import * as z from 'zod/mini'
import { definePlugin, requireService } from '@host/plugin'
import { Api } from '@host/plugin/platform'
import { readApi, readWholeApi } from '../shared.ts'
import { DocumentHandler } from './document-handler.ts'
import { i18n } from './i18n.ts'
import { instanceMenus, menus } from './menus.ts'

z.config(z.locales.en())

/** The description of the API: for programs, and as pages for people. */
export const plugin = definePlugin({
  name: 'api-reference',
  info: {
    title: 'API reference',
    description: 'All operations of the API, with input and output',
    icon: 'braces',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  menus,
  instanceMenus,
  helpDocsFS: './docs',
  topLevelApi: ['openapi.json', 'instance/openapi.json'],
  mount(mux, ctx) {
    const api = requireService(ctx, Api)
    const desk = new DocumentHandler()

    mux.endpoint(readApi, async ({ request, orgId }) => desk.answer(request, await api.document(orgId)))
    mux.endpoint(readWholeApi, async ({ request }) => desk.answer(request, await api.document()))
  },
})
