import { Form, Modal, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import { grantSupportAccess, listSupportAccess, supportRights, type SupportAccess } from '../shared.ts'
import { supportDurations, useSupportDuration } from './useSupportDuration.ts'

export interface GrantSupportProps {
  readonly access: SupportAccess
  readonly onClose: () => void
}

/** Grants a request, for its time or a shorter one. */
export function GrantSupport({ access: { id, admin, minutes, reason }, onClose }: GrantSupportProps) {
  const { t } = useTranslation()
  const durationOf = useSupportDuration()
  const shorter = supportDurations.filter((preset) => preset < minutes)
  const durations = [...shorter, minutes].map((value) => ({ value: String(value), label: durationOf(value) }))
  const { mutateAsync } = useMutation(grantSupportAccess, {
    invalidates: [listSupportAccess],
    refreshes: ['session'],
    onSuccess: onClose,
  })
  const rights = supportRights.map((value) => ({ value, label: t(`workspaces.support.${value}`) }))
  return (
    <Modal
      open
      onClose={onClose}
      size="small"
      title={t('workspaces.support.grantTitle', { name: admin.name ?? admin.id })}
      description={t('workspaces.support.grantMeans')}
    >
      <p className="mb-4 text-sm wrap-anywhere">{reason}</p>
      <Form
        source={grantSupportAccess}
        fields={{
          minutes: {
            label: t('workspaces.support.duration'),
            render: ({ value, onChange }) => (
              <Select value={String(value)} options={durations} onChange={(text) => onChange(Number(text))} />
            ),
          },
          rights: { label: t('workspaces.support.rights'), control: 'select', options: rights, required: true },
        }}
        values={{ minutes, rights: 'read' }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('workspaces.support.grant')}
        onCancel={onClose}
      />
    </Modal>
  )
}
