import { hasRole, Problem, type Role } from '@host/plugin'

/** A change of a membership: `from` undefined joins, `to` undefined leaves. */
export interface MemberChange {
  readonly from: Role | undefined
  readonly to: Role | undefined
}

/** Whether an owner is made, changed or removed. */
export function isOfOwner({ from, to }: MemberChange): boolean {
  return from === 'owner' || to === 'owner'
}

/** Members manage no members, and only owners change owners. @throws Problem `forbidden` */
export function checkMayChange(actor: Role | undefined, change: MemberChange): void {
  if (!hasRole(actor, 'admin')) throw new Problem('forbidden')
  if (actor !== 'owner' && isOfOwner(change)) {
    throw new Problem('forbidden', {
      detail: {
        en: 'Only an owner can add, change or remove an owner.',
        zh: '只有所有者可以设置、更改或移除所有者。',
      },
    })
  }
}

/** Nothing is changed in a workspace that is to be erased, but to restore it. @throws Problem `conflict` */
export function refuseErasing({ eraseAt }: { readonly eraseAt: string | null }): void {
  if (eraseAt === null) return
  throw new Problem('conflict', {
    detail: { en: 'This workspace is scheduled for deletion.', zh: '此工作区即将被删除。' },
    nextStep: { en: 'Restore it first.', zh: '请先恢复工作区。' },
  })
}

/** A workspace keeps one owner at least. @throws Problem `last_owner` */
export function checkKeepsOwner(owners: number, change: MemberChange): void {
  if (change.from === 'owner' && change.to !== 'owner' && owners <= 1) throw new Problem('last_owner')
}
