import {
  Avatar,
  ButtonLink,
  EmptyState,
  Panel,
  RelativeTime,
  SkeletonRows,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { readMemberSummary, type Member } from '../shared.ts'

const mostShown = 3

/** The latest members, with a link to all. */
export default function NewestMembers() {
  const { t } = useTranslation()
  const newest = useQuery(readMemberSummary).data?.newest
  const all = (
    <ButtonLink to="/members" size="compact" variant="ghost">
      {t('workspaces.newest.all')}
    </ButtonLink>
  )
  return (
    <Panel flush title={t('workspaces.newest.title')} actions={all}>
      {newest === undefined && <SkeletonRows rows={3} />}
      {newest?.length === 0 && <EmptyState icon="users" title={t('workspaces.newest.none')} />}
      {newest !== undefined && newest.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {newest.slice(0, mostShown).map((member) => (
            <NewestMember key={member.userId} member={member} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NewestMember({ member }: { readonly member: Member }) {
  const { t } = useTranslation()
  return (
    <li className="flex h-12 items-center gap-3 px-4 text-sm">
      <Avatar name={member.name} of={member.userId} />
      <span className="min-w-0 flex-1 truncate font-medium">{member.name}</span>
      <span className="hidden text-muted sm:inline">{t(`workspaces.role.${member.role}`)}</span>
      <span className="w-28 text-right text-subtle">
        <RelativeTime value={member.joinedAt} />
      </span>
    </li>
  )
}
