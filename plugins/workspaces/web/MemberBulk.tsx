import {
  BulkBar,
  Button,
  Menu,
  MenuItem,
  roles,
  useErrorText,
  useMatching,
  useSession,
  useToast,
  useTranslation,
  useUndoableMutation,
  type EndpointInput,
  type ListQueryResult,
  type Role,
  type Selection,
} from '@host/plugin-sdk'
import { changeMember, listMembers, removeMember, type Member } from '../shared.ts'

export interface MemberBulkProps {
  readonly selection: Selection
  readonly members: ListQueryResult<Member>
  /** Input of the list request. */
  readonly input: EndpointInput<typeof listMembers>
}

/** Actions for several members at once; each can be undone for a while. */
export function MemberBulk({ selection, members, input }: MemberBulkProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const toast = useToast()
  const errorText = useErrorText()
  const readAll = useMatching(listMembers)
  const { remove, change } = useBulkWrites()
  async function act(what: (userIds: readonly string[]) => void) {
    try {
      const ids = selection.isAllMatching ? (await readAll(input)).map(({ userId }) => userId) : [...selection.keys]
      what(ids.filter((id) => id !== user.id))
      selection.clear()
    } catch (error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    }
  }
  const giveRole = (role: Role) => act((userIds) => change.mutateAll(userIds.map((userId) => ({ userId, role }))))
  return (
    <BulkBar selection={selection} loaded={members.items?.length ?? 0} hasMore={members.hasMore} total={members.total}>
      <Menu trigger={<Button size="compact">{t('workspaces.members.changeRole')}</Button>} side="top">
        {roles.map((role) => (
          <MenuItem key={role} calls={changeMember} onSelect={() => void giveRole(role)}>
            {t(`workspaces.role.${role}`)}
          </MenuItem>
        ))}
      </Menu>
      <Button
        calls={removeMember}
        size="compact"
        variant="danger"
        icon="trash"
        onClick={() => void act((userIds) => remove.mutateAll(userIds.map((userId) => ({ userId }))))}
      >
        {t('workspaces.members.removeChosen')}
      </Button>
    </BulkBar>
  )
}

function useBulkWrites() {
  const { t } = useTranslation()
  const remove = useUndoableMutation(removeMember, {
    invalidates: [listMembers],
    optimistic: (cache, { userId }) =>
      cache.update(listMembers, (page) => ({ ...page, items: page.items.filter((one) => one.userId !== userId) })),
    done: (inputs) => t('workspaces.members.removedMany', { count: inputs.length }),
  })
  const change = useUndoableMutation(changeMember, {
    invalidates: [listMembers],
    optimistic: (cache, { userId, role }) =>
      cache.update(listMembers, (page) => ({
        ...page,
        items: page.items.map((one) => (one.userId === userId ? { ...one, role } : one)),
      })),
    done: (inputs) => {
      const role = t(`workspaces.role.${inputs[0]?.role ?? 'member'}`)
      return t('workspaces.members.roleOfMany', { count: inputs.length, role })
    },
  })
  return { remove, change }
}
