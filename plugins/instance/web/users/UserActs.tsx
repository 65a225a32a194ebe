import { useState } from 'react'
import { Button, Confirm, useMutation, useSession, useToast, useTranslation } from '@host/plugin-sdk'
import { changeUser, listUsers, releaseUserAddress, signOutUser, type InstanceUser } from '../../shared.ts'

/** Actions of an instance admin on an account. */
const acts = ['makeAdmin', 'removeAdmin', 'disable', 'enable', 'signOut', 'releaseAddress'] as const

type Act = (typeof acts)[number]

/** Lets an instance admin give and take the console, disable an account, end its sessions and take an unproven address back, each after a question. */
export function UserActs({ user }: { readonly user: InstanceUser }) {
  const { t } = useTranslation()
  const { user: self } = useSession()
  const [asked, setAsked] = useState<Act>()
  const perform = useActs(user)
  const isSelf = user.id === self.id
  return (
    <section aria-label={t('instance.users.acts')} className="flex flex-wrap gap-2">
      <ActButton act={user.isInstanceAdmin ? 'removeAdmin' : 'makeAdmin'} onAsk={setAsked} />
      {!isSelf && <ActButton act={user.isDisabled ? 'enable' : 'disable'} onAsk={setAsked} />}
      <ActButton act="signOut" onAsk={setAsked} />
      {canRelease(user) && <ActButton act="releaseAddress" onAsk={setAsked} />}
      {asked !== undefined && (
        <Confirm
          open
          onClose={() => setAsked(undefined)}
          title={t(`instance.users.${asked}.title`, { name: user.name })}
          confirmLabel={t(`instance.users.${asked}.label`)}
          variant={asked === 'makeAdmin' || asked === 'enable' ? 'primary' : 'danger'}
          onConfirm={() => perform(asked)}
        >
          {t(`instance.users.${asked}.means`, { name: user.name })}
        </Confirm>
      )}
    </section>
  )
}

/** An address that was released ends with a domain that no mail reaches. */
function canRelease({ isMailboxProven, isInstanceAdmin, email }: InstanceUser): boolean {
  return !isMailboxProven && !isInstanceAdmin && !email.endsWith('.invalid')
}

function ActButton({ act, onAsk }: { readonly act: Act; readonly onAsk: (act: Act) => void }) {
  const { t } = useTranslation()
  return <Button onClick={() => onAsk(act)}>{t(`instance.users.${act}.label`)}</Button>
}

const changes = {
  makeAdmin: { isInstanceAdmin: true },
  removeAdmin: { isInstanceAdmin: false },
  disable: { isDisabled: true },
  enable: { isDisabled: false },
} as const

function useActs({ id, name }: InstanceUser): (act: Act) => Promise<unknown> {
  const { t } = useTranslation()
  const toast = useToast()
  const { user: self } = useSession()
  const change = useMutation(changeUser, {
    invalidates: [listUsers],
    ...(id === self.id && { refreshes: ['session'] as const }),
  })
  const signOut = useMutation(signOutUser, { invalidates: [listUsers] })
  const release = useMutation(releaseUserAddress, { invalidates: [listUsers] })
  const perform = (act: Act): Promise<unknown> => {
    if (act === 'signOut') return signOut.mutateAsync({ id })
    return act === 'releaseAddress' ? release.mutateAsync({ id }) : change.mutateAsync({ id, ...changes[act] })
  }
  return async (act) => {
    await perform(act)
    toast({ tone: 'positive', title: t(`instance.users.${act}.done`, { name }) })
  }
}
