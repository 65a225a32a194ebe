import { column, definePlugin, model, Problem, UniqueViolation } from '@host/plugin'
import { defineEndpoint, definePublicForm, definePublicPage } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Event = model(
  'meetups_events',
  {
    id: column.id('meetup'),
    org_id: column.org(),
    // Unique in the instance, so that an address belongs to one workspace.
    slug: column.text({ max: 60 }),
    title: column.text({ max: 120 }),
    notes: column.text({ max: 2000 }),
  },
  { unique: ['slug'], index: [['org_id', 'id']] },
)

const Guest = model(
  'meetups_guests',
  {
    id: column.id('guest'),
    org_id: column.org(),
    event_id: column.reference(Event, { onDelete: 'cascade' }),
    email: column.text({ max: 254 }),
  },
  { unique: [['org_id', 'event_id', 'email']], index: [['org_id', 'id']] },
)

export const addEvent = defineEndpoint({
  pattern: 'POST /api/x/meetups/events',
  input: z.strictObject({
    slug: z.string().check(z.regex(/^[a-z0-9-]{3,60}$/)),
    title: z.string().check(z.minLength(1), z.maxLength(120)),
    notes: z.string().check(z.maxLength(2000)),
  }),
  output: z.object({ path: z.string() }),
  errors: ['conflict'],
  status: 201,
  summary: 'Create an event and its public page',
})

/** Everybody who has the address reads this data, and nothing else of the row. */
export const eventPage = definePublicPage({
  path: '/p/meetups/{slug}',
  data: z.object({ title: z.string(), guests: z.int() }),
})

export const joinEvent = definePublicForm({
  path: '/p/meetups/{slug}/guests',
  input: z.strictObject({ email: z.string().check(z.trim(), z.toLowerCase(), z.email(), z.maxLength(254)) }),
  summary: 'Join an event',
})

export const plugin = definePlugin({
  name: 'meetups',
  info: { title: 'Meetups', description: 'Events that guests join', icon: 'calendar', category: 'Work', api: '^1' },
  models: [Event, Guest],
  mount(mux, ctx) {
    const workspace = async ({ params }: { readonly params: { readonly slug: string } }) => {
      const events = ctx.db.asInstance('find the workspace of a public event').selectFrom('meetups_events')
      return (await events.select('org_id').where('slug', '=', params.slug).executeTakeFirst())?.org_id
    }

    mux.endpoint(addEvent, async ({ db, input }) => {
      try {
        await db.insertInto('meetups_events').values(input).execute()
      } catch (error) {
        if (error instanceof UniqueViolation) throw new Problem('conflict')
        throw error
      }
      return { path: `/p/meetups/${input.slug}` }
    })

    mux.publicPage(eventPage, {
      workspace,
      answer: async ({ db, params }) => {
        const events = db.selectFrom('meetups_events').select(['id', 'title'])
        const event = await events.where('slug', '=', params.slug).executeTakeFirst()
        if (event === undefined) return undefined
        const counted = db.selectFrom('meetups_guests').select(({ fn }) => fn.countAll<number>().as('guests'))
        const { guests } = await counted.where('event_id', '=', event.id).executeTakeFirstOrThrow()
        return { title: event.title, data: { title: event.title, guests } }
      },
    })

    mux.publicForm(joinEvent, {
      workspace,
      answer: async ({ db, params, input: { email } }) => {
        const events = db.selectFrom('meetups_events').select('id').where('slug', '=', params.slug)
        const { id } = await events.executeTakeFirstOrThrow()
        const guest = db.insertInto('meetups_guests').values({ event_id: id, email })
        // A guest who joins again gets the same answer, so the form does not reveal who is on the list.
        await guest.onConflict((conflict) => conflict.columns(['org_id', 'event_id', 'email']).doNothing()).execute()
        return undefined
      },
    })
  },
})
