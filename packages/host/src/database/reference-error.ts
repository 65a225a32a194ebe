import { Problem } from '@host/plugin'

const [broken, inUse] = ['host: no row for ', 'host: a row is in use by ']

/** The message of a trigger that refuses a reference to no row. */
export function brokenReference(table: string, column: string): string {
  return `${broken}${table}.${column}`
}

/** The message of a trigger that refuses to delete a row that another one refers to. */
export function rowInUse(table: string, column: string): string {
  return `${inUse}${table}.${column}`
}

/** The message of SQLite for a cascade of more than 1,000 levels. */
const tooDeep = 'too many levels of trigger recursion'

/** The Problem for the message of a trigger; undefined for any other message. */
export function triggerProblem(message: string, cause: unknown): Problem | undefined {
  if (message === tooDeep) return depthProblem(cause)
  if (message.startsWith(broken)) return referenceProblem('missing', cause)
  return message.startsWith(inUse) ? referenceProblem('in use', cause) : undefined
}

/** What a caller is told of a reference that the database refused. The same for a row of another workspace and for none. */
export function referenceProblem(reason: 'missing' | 'in use', cause: unknown): Problem {
  if (reason === 'missing') {
    return new Problem('not_found', {
      detail: { en: 'The record that this one refers to does not exist.', zh: '所引用的记录不存在。' },
      cause,
    })
  }
  return new Problem('conflict', {
    detail: { en: 'Other records refer to this one.', zh: '其他记录引用了该记录。' },
    nextStep: { en: 'Delete or change those records first.', zh: '请先删除或更改这些记录。' },
    cause,
  })
}

function depthProblem(cause: unknown): Problem {
  return new Problem('conflict', {
    detail: { en: 'Records refer to this one over too many levels.', zh: '引用该记录的层级过多。' },
    nextStep: { en: 'Delete the lowest levels first.', zh: '请先删除最低层级的记录。' },
    cause,
  })
}
