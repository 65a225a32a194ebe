import type { ReactNode } from 'react'
import { PageTitle } from '@host/plugin-sdk'
import { Brand } from '../frame/Brand.tsx'
import { DisplayChoices } from './DisplayChoices.tsx'

export interface SignInFrameProps {
  readonly title: string
  readonly description?: string
  /** Small, above the title: where in a wizard the reader is. */
  readonly overline?: string
  readonly children: ReactNode
}

/** The page before sign-in: the mark, one card, and the choice of language and theme. */
export function SignInFrame({ title, description, overline, children }: SignInFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-canvas bg-radial-[48rem_circle_at_top] from-accent-soft to-canvas px-4 py-8">
      <main className="flex w-full max-w-sm flex-1 flex-col justify-center">
        <div className="mb-6 flex justify-center">
          <Brand />
        </div>
        <div className="rounded-dialog border border-line bg-surface p-6 shadow-float sm:p-8">
          {overline !== undefined && <p className="mb-1 text-xs font-medium text-subtle">{overline}</p>}
          <PageTitle>{title}</PageTitle>
          {description !== undefined && <p className="mt-1 text-muted">{description}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </main>
      <DisplayChoices />
    </div>
  )
}
