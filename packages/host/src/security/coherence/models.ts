import { column, model } from '@host/plugin'

/** The processes that remember rights, on PostgreSQL; one row each, see `peer-state.ts`. */
const HostPeer = model('host_peers', {
  id: column.id('peer'),
  beat: column.integer(),
  said: column.integer(),
  news: column.json(),
  heard: column.json(),
})

export const coherenceModels = [HostPeer] as const
