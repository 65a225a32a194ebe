import type { Caller } from './caller.ts'

/** Support access of a call, carried by the jobs and events that the call leads to, so that their entries name it too. */
export interface CarriedSupport {
  /** The workspace that it is for. */
  readonly orgId: string
  /** The instance admin who uses it. */
  readonly userId: string
  /** The owner who granted it. */
  readonly grantedBy: string
}

/** Code that runs for a caller, or in a job. */
interface Cause {
  readonly caller?: Caller | undefined
  readonly support?: CarriedSupport | undefined
}

/** The support access that running code is caused by; undefined for none. */
export function supportOf(cause: Cause | undefined): CarriedSupport | undefined {
  const { caller } = cause ?? {}
  if (caller === undefined) return cause?.support
  const { orgId, userId, support } = caller
  return support && orgId !== undefined ? { orgId, userId, grantedBy: support.grantedBy } : undefined
}

/** Writes it for the row of a job: three ids, in at most 200 characters. */
export function writeSupport({ orgId, userId, grantedBy }: CarriedSupport): string {
  return [orgId, userId, grantedBy].join(' ')
}

/** Reads it; undefined for none. */
export function readSupport(text: string | null): CarriedSupport | undefined {
  const [orgId, userId, grantedBy] = text?.split(' ') ?? []
  return orgId !== undefined && userId !== undefined && grantedBy !== undefined
    ? { orgId, userId, grantedBy }
    : undefined
}
