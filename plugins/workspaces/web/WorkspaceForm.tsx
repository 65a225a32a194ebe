import {
  AccentPicker,
  Form,
  useAccentPreview,
  useMutation,
  useToast,
  useTranslation,
  type AccentPickerProps,
} from '@host/plugin-sdk'
import { changeWorkspace, listWorkspaces, readWorkspace, type Workspace } from '../shared.ts'

/** The name, the short name and the color. */
export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { name, slug, accent } = workspace
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
        accent: {
          label: t('workspaces.settings.accent'),
          hint: t('workspaces.settings.accentHint'),
          required: true,
          render: ({ value, onChange, onBlur }) => (
            <PreviewedAccent value={value ?? null} onChange={onChange} onBlur={onBlur} />
          ),
        },
      }}
      values={{ name, slug, accent }}
      // A short name that stays is left out: to change it takes an owner and a fresh proof of who it is.
      onSubmit={({ slug: given, ...input }) =>
        mutateAsync({ id: workspace.id, ...input, ...(given !== slug && { slug: given }) })
      }
    />
  )
}

/** Colors the whole page while a color is being chosen. */
function PreviewedAccent(props: AccentPickerProps) {
  useAccentPreview(props.value)
  return <AccentPicker {...props} />
}
