import { Confirm, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { removeSamples } from '../shared.ts'

/** Asks before the sample data is removed. */
export default function RemoveSamples({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(removeSamples, {
    onSuccess: () => toast({ tone: 'positive', title: t('overview.samples.removed') }),
  })
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('overview.samples.removeTitle')}
      confirmLabel={t('overview.samples.remove')}
      variant="danger"
      onConfirm={() => mutateAsync()}
    >
      {t('overview.samples.removeMeans')}
    </Confirm>
  )
}
