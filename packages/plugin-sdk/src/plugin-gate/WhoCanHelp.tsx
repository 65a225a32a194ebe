import type { ReactNode } from 'react'
import { listMembers } from '@host/platform-api/members'
import { hasRole, type Role } from '@host/plugin/wire'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useQuery } from '../query/useQuery.ts'
import type { Reader } from './requirement.ts'

/** Props of `WhoCanHelp`. */
export interface WhoCanHelpProps extends Pick<Reader, 'role'> {
  /** The role that the page asks for, when it is known. */
  readonly required: Role | undefined
}

const managing = ['owner', 'admin'] as const
const mostNames = 5

/** The people with a higher role than the reader's, by name. Says nothing where the member list can't be read. */
export function WhoCanHelp({ role, required = 'member' }: WhoCanHelpProps): ReactNode {
  return managing
    .filter((helping) => role !== null && hasRole(helping, required) && !hasRole(role, helping))
    .map((helping) => <PeopleWith key={helping} role={helping} />)
}

function PeopleWith({ role }: { readonly role: (typeof managing)[number] }): ReactNode {
  const { t } = useTranslation()
  const { list } = useFormat()
  const { data } = useQuery(listMembers, { role, limit: mostNames }, { errors: 'page' })
  const names = data?.items.map(({ name, email }) => name || email) ?? []
  return names.length === 0 ? null : <p>{t(`sdk.denied.${role}`, { names: list(names) })}</p>
}
