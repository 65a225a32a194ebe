import type { Language, Log, PublicWorkspaceScope, ScopedDatabase } from '@host/plugin'
import type { PublicScope } from '../../request/request-scope.ts'
import { requestHeader } from '../../http/node-request.ts'
import { preferredLanguage } from '../../http/language.ts'

type Params = Readonly<Record<string, string>>

/** The scope of a public address. It hides the request, so that no cookie can decide what a cached answer has. */
export class AddressScope implements Omit<PublicWorkspaceScope<object, Params>, 'orgId' | 'db'> {
  readonly #scope: PublicScope

  constructor(scope: PublicScope) {
    this.#scope = scope
  }

  get params(): Params {
    return this.#scope.params
  }

  get query(): URLSearchParams {
    return this.#scope.query
  }

  get signal(): AbortSignal {
    return this.#scope.signal
  }

  get log(): Log {
    return this.#scope.log
  }

  get requestId(): string {
    return this.#scope.requestId
  }

  /** By `Accept-Language` alone. */
  get language(): Language {
    return preferredLanguage(requestHeader(this.#scope.request, 'accept-language'))
  }

  get now(): () => Date {
    return this.#scope.now
  }
}

/** The scope of a public handler in the workspace that was found. */
export class VisitorScope extends AddressScope implements PublicWorkspaceScope<object, Params> {
  readonly orgId: string
  readonly db: ScopedDatabase<object>
  /** The validated input of a form. */
  readonly input: unknown

  constructor(scope: PublicScope, { orgId, db }: Pick<VisitorScope, 'orgId' | 'db'>) {
    super(scope)
    this.orgId = orgId
    this.db = db
    this.input = scope.input
  }
}
