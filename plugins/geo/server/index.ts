import { definePlugin, Geo } from '@host/plugin'
import { GeoSource } from '@host/plugin/platform'
import { i18n } from './i18n.ts'
import { openGeo } from './open-geo.ts'

/** Maps public addresses to places by the operator's database; without one it provides nothing. */
export const plugin = definePlugin({
  name: 'geo',
  info: {
    title: 'IP geolocation',
    description: 'Maps IP addresses to countries and cities',
    icon: 'map-pin',
    category: 'Workspace',
    core: true,
    api: '^1',
  },
  models: [],
  i18n,
  async mount(_mux, ctx) {
    const source = ctx.lookup(GeoSource)
    if (source !== undefined) ctx.provide(Geo, await openGeo(source.path, ctx.log))
  },
})
