import { useState } from 'react'
import { Form, hasRole, Modal, Textarea, useMutation, useSession, useToast, useTranslation } from '@host/plugin-sdk'
import { inviteMembers, listInvitations, type Invited } from '../shared.ts'
import { InvitationLinks } from './InvitationLinks.tsx'
import { useRoleOptions } from './useRoleOptions.ts'

/** Invites several people at once. Where no mail can be sent, their links are shown, this once. */
export function InviteMembers({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { role } = useSession()
  const options = useRoleOptions().filter(({ value }) => value !== 'owner' || hasRole(role ?? undefined, 'owner'))
  const [links, setLinks] = useState<readonly Invited[]>([])
  const { mutateAsync } = useMutation(inviteMembers, {
    invalidates: [listInvitations],
    onSuccess({ items }) {
      if (items.some(({ link }) => link !== null)) return setLinks(items)
      toast({ tone: 'positive', title: t('workspaces.invitations.sent', { count: items.length }) })
      onClose()
    },
  })
  if (links.length > 0) return <InvitationLinks invited={links} onClose={onClose} />
  return (
    <Modal open onClose={onClose} title={t('workspaces.invitations.invite')}>
      <Form
        source={inviteMembers}
        fields={{
          emails: {
            label: t('workspaces.invitations.emails'),
            hint: t('workspaces.invitations.emailsHint'),
            render: ({ value, onChange, onBlur }) => (
              <Addresses value={value ?? []} onChange={onChange} onBlur={onBlur} />
            ),
          },
          role: { label: t('workspaces.members.role'), options },
        }}
        values={{ emails: [], role: 'member' }}
        onSubmit={mutateAsync}
        submitLabel={t('workspaces.invitations.send')}
        onCancel={onClose}
      />
    </Modal>
  )
}

interface AddressesProps {
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  readonly onBlur: () => void
}

/** Addresses as people paste them: a line each, or with commas, semicolons and spaces between. */
function Addresses({ value, onChange, onBlur }: AddressesProps) {
  const [text, setText] = useState(() => value.join('\n'))
  return (
    <Textarea
      value={text}
      autoComplete="off"
      onBlur={onBlur}
      onChange={(event) => {
        setText(event.target.value)
        onChange(event.target.value.split(/[\s,;，；、]+/).filter((address) => address !== ''))
      }}
    />
  )
}
