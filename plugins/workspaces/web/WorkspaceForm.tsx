import { useState } from 'react'
import {
  AccentPicker,
  Combobox,
  Form,
  useAccentPreview,
  useMutation,
  useToast,
  useTranslation,
  type AccentPickerProps,
} from '@host/plugin-sdk'
import { changeWorkspace, listWorkspaces, readWorkspace, type Workspace } from '../shared.ts'
import { timeZones } from './time-zones.ts'

/** The name, the short name, the time zone and the color. */
export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { name, slug, accent, timeZone } = workspace
  const [zones] = useState(() => timeZones(timeZone))
  const isOwner = workspace.role === 'owner'
  const { mutateAsync } = useMutation(changeWorkspace, {
    invalidates: [readWorkspace, listWorkspaces],
    refreshes: ['session'],
    onSuccess: () => toast({ tone: 'positive', title: t('workspaces.settings.saved') }),
  })
  return (
    <Form
      source={changeWorkspace}
      variant="settings"
      title={t('workspaces.settings.general')}
      fields={{
        name: { label: t('workspaces.settings.name'), required: true },
        slug: {
          label: t('workspaces.settings.slug'),
          hint: t(isOwner ? 'workspaces.settings.slugHint' : 'workspaces.settings.slugOwners'),
          required: true,
          disabled: !isOwner,
        },
        timeZone: {
          label: t('workspaces.settings.timeZone'),
          hint: t('workspaces.settings.timeZoneHint'),
          required: true,
          render: ({ value, onChange }) => (
            <Combobox value={value ?? null} options={zones} onChange={(zone) => zone !== null && onChange(zone)} />
          ),
        },
        accent: {
          label: t('workspaces.settings.accent'),
          hint: t('workspaces.settings.accentHint'),
          required: true,
          render: ({ value, onChange, onBlur }) => (
            <PreviewedAccent value={value ?? null} onChange={onChange} onBlur={onBlur} />
          ),
        },
      }}
      values={{ name, slug, accent, timeZone }}
      // A short name that stays is left out: to change it takes an owner and a fresh proof of who it is.
      onSubmit={({ slug: given, timeZone: zone, ...input }) =>
        mutateAsync({
          id: workspace.id,
          ...input,
          ...(given !== slug && { slug: given }),
          ...(zone !== timeZone && { timeZone: zone }),
        })
      }
    />
  )
}

/** Colors the whole page while a color is being chosen. */
function PreviewedAccent(props: AccentPickerProps) {
  useAccentPreview(props.value)
  return <AccentPicker {...props} />
}
