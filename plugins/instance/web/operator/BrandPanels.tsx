import {
  AccentPicker,
  Button,
  FileDrop,
  Form,
  Panel,
  Skeleton,
  useAccentPreview,
  useMutation,
  useQuery,
  useToast,
  useTranslation,
  type AccentPickerProps,
} from '@host/plugin-sdk'
import { changeBrand, changeInstanceLogo, readBrand, removeInstanceLogo, type Brand } from '../../shared.ts'
import { readBase64 } from './read-base64.ts'

const largestLogo = 64_000

/** Name, color and logo of the instance. */
export function BrandPanels() {
  const { data: brand } = useQuery(readBrand)
  if (brand === undefined) return <Skeleton className="h-80 w-full" />
  return (
    <>
      <BrandForm brand={brand} />
      <LogoPanel brand={brand} />
    </>
  )
}

function useSaved() {
  const { t } = useTranslation()
  const toast = useToast()
  return {
    invalidates: [readBrand],
    onSuccess: () => toast({ tone: 'positive', title: t('instance.brand.saved') }),
  } as const
}

function BrandForm({ brand }: { readonly brand: Brand }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeBrand, useSaved())
  return (
    <Form
      source={changeBrand}
      variant="settings"
      title={t('instance.brand.title')}
      fields={{
        name: { label: t('instance.brand.name'), hint: t('instance.brand.nameHint'), placeholder: 'Host' },
        accent: {
          label: t('instance.brand.accent'),
          hint: t('instance.brand.accentHint'),
          required: false,
          render: ({ value, onChange, onBlur }) => (
            <PreviewedAccent value={value ?? null} onChange={onChange} onBlur={onBlur} />
          ),
        },
      }}
      values={{ name: brand.name, accent: brand.accent }}
      onSubmit={mutateAsync}
    />
  )
}

/** Colors the whole page while a color is being chosen. */
function PreviewedAccent(props: AccentPickerProps) {
  useAccentPreview(props.value)
  return <AccentPicker {...props} />
}

/** A new logo replaces the last at once. */
function LogoPanel({ brand }: { readonly brand: Brand }) {
  const { t } = useTranslation()
  const saved = useSaved()
  const change = useMutation(changeInstanceLogo, saved)
  const remove = useMutation(removeInstanceLogo, saved)
  const isBusy = change.isPending || remove.isPending
  const removal = brand.logo !== null && (
    <Button size="compact" disabled={isBusy} onClick={() => remove.mutate(undefined)}>
      {t('instance.brand.remove')}
    </Button>
  )
  async function choose([file]: readonly File[]) {
    if (file !== undefined) change.mutate({ data: await readBase64(file) })
  }
  return (
    <Panel title={t('instance.brand.logo')} description={t('instance.brand.logoMeans')} actions={removal}>
      <div className="flex items-start gap-4">
        {brand.logo !== null && <img src={brand.logo} alt="" className="size-10 rounded-control object-contain" />}
        <div className="min-w-0 flex-1">
          <FileDrop
            label={t('instance.brand.logo')}
            hint={t('instance.brand.logoHint')}
            files={[]}
            onChange={(files) => void choose(files)}
            accept="image/png,image/jpeg,image/webp"
            maxBytes={largestLogo}
            maxFiles={1}
            disabled={isBusy}
          />
        </div>
      </div>
    </Panel>
  )
}
