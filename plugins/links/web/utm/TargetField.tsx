import { lazy, Suspense, useId, useState } from 'react'
import { Button, Input, Skeleton, useTranslation, type CustomControl } from '@host/plugin-sdk'
import { linkLimits } from '../../shared.ts'

const UtmBuilder = lazy(() => import('./UtmBuilder.tsx'))

export interface TargetFieldProps extends Pick<CustomControl<string>, 'onChange' | 'onBlur'> {
  readonly value: string | undefined
}

/** A target, with a builder of its UTM parameters. */
export function TargetField({ value = '', onChange, onBlur }: TargetFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const region = useId()
  return (
    <div className="flex flex-col items-start gap-2">
      <Input
        name="url"
        className="w-full"
        value={value}
        placeholder="https://"
        maxLength={linkLimits.url}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <Button
        size="compact"
        variant="ghost"
        icon={isOpen ? 'chevron-up' : 'chevron-down'}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setOpen(!isOpen)}
      >
        {t('links.utm.title')}
      </Button>
      <div id={region} className="w-full" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <UtmBuilder url={value} onChange={onChange} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
