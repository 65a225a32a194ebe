/** A chain of the audit log is not as its seals say. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken'
  readonly orgId: string

  constructor(orgId: string) {
    super(`The audit chain of "${orgId}" was altered from outside. Run "host audit verify" to see where.`)
    this.orgId = orgId
  }
}
