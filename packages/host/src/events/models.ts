import { column, model } from '@host/plugin'

/** Published events, stored for a while: subscribers get them by jobs, readers follow them by a cursor. */
const HostEvent = model(
  'host_events',
  {
    id: column.id('evt'),
    org_id: column.org(),
    name: column.text({ max: 100 }),
    /** The publisher: a plugin, or `host`. */
    plugin: column.text({ max: 64 }),
    data: column.json(),
    at: column.time(),
    /** Its place in the order of commits, see `turns.ts`. */
    turn: column.integer(),
  },
  {
    index: [
      ['org_id', 'turn', 'id'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'Events were published by their instance.', isExported: false },
  },
)

/** The tables of events. */
export const eventModels = [HostEvent] as const
