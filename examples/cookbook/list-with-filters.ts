import { column, definePlugin, listOf, model } from '@host/plugin'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

const Task = model(
  'tasks_items',
  {
    id: column.id('task'),
    org_id: column.org(),
    title: column.text({ max: 200 }),
    status: column.text<'open' | 'done'>({ default: 'open' }),
    due_at: column.time({ nullable: true }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'due_at', 'id'],
    ],
    label: 'title',
  },
)

const Status = z.enum(['open', 'done'])
const TaskOut = z.object({ id: z.string(), title: z.string(), status: Status, dueAt: z.nullable(z.string()) })

/** Clients send `?status=open&isOverdue=true&q=tea&sort=dueAt`, and `cursor` for the next page. */
export const listTasks = defineEndpoint({
  pattern: 'GET /api/x/tasks/items',
  input: listInput({ sort: ['title', 'dueAt'], filters: { status: Status, isOverdue: z.boolean() }, search: true }),
  output: pageOf(TaskOut),
  summary: 'List the tasks',
})

export const addTask = defineEndpoint({
  pattern: 'POST /api/x/tasks/items',
  input: z.strictObject({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    status: z._default(Status, 'open'),
    dueAt: z.optional(z.iso.datetime()),
  }),
  output: TaskOut,
  status: 201,
  summary: 'Add a task',
})

export const plugin = definePlugin({
  name: 'tasks',
  info: { title: 'Tasks', description: 'Tasks with filters', icon: 'list', category: 'Work', api: '^1' },
  models: [Task],
  mount(mux) {
    mux.endpoint(listTasks, (scope) =>
      listOf(scope, scope.db.selectFrom('tasks_items').selectAll(), {
        sort: { title: { text: 'title' }, dueAt: 'due_at' },
        filter: {
          status: 'status',
          isOverdue: {
            where: (build, isOverdue) => {
              const overdue = build.and([build('status', '=', 'open'), build('due_at', '<', scope.now().toISOString())])
              return isOverdue ? overdue : build.or([build('due_at', 'is', null), build.not(overdue)])
            },
          },
        },
        search: ['title'],
        item: present,
      }),
    )
    mux.endpoint(addTask, async ({ db, input: { title, status, dueAt = null } }) => {
      const values = { title, status, due_at: dueAt }
      return present(await db.insertInto('tasks_items').values(values).returningAll().executeTakeFirstOrThrow())
    })
  },
})

function present(row: { id: string; title: string; status: 'open' | 'done'; due_at: string | null }) {
  return { id: row.id, title: row.title, status: row.status, dueAt: row.due_at }
}
