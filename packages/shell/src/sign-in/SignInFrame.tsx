import type { ReactNode } from 'react'
import { PageTitle } from '@host/plugin-sdk'
import { Brand } from '../frame/Brand.tsx'
import { DisplayChoices } from './DisplayChoices.tsx'

export interface SignInFrameProps {
  readonly title: string
  readonly description?: string
  /** Small, above the title: where in a wizard the reader is. */
  readonly overline?: string
  /** Beside the title: whose page it is. */
  readonly mark?: ReactNode
  readonly children?: ReactNode
}

/** The layout before sign-in: logo, form, language and theme, around the middle of the page. */
export function SignInFrame({ title, description, overline, mark, children }: SignInFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken px-4 py-6 sm:px-8 sm:py-8">
      <header className="mx-auto w-full max-w-md">
        <Brand />
      </header>
      <main className="mx-auto my-auto w-full max-w-md py-6">
        <div className="rounded-card border border-line bg-surface px-6 py-8 sm:px-8">
          {mark !== undefined && <div className="mb-4">{mark}</div>}
          {overline !== undefined && <p className="mb-1 text-xs font-medium text-accent-fg">{overline}</p>}
          <PageTitle>{title}</PageTitle>
          {description !== undefined && <p className="mt-1 text-muted">{description}</p>}
          {children !== undefined && <div className="mt-6">{children}</div>}
        </div>
      </main>
      <div className="mx-auto w-full max-w-md">
        <DisplayChoices />
      </div>
    </div>
  )
}
