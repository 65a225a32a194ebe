import type { ReactNode } from 'react'
import { PageTitle } from '@host/plugin-sdk'
import { Brand } from '../frame/Brand.tsx'
import { DisplayChoices } from './DisplayChoices.tsx'
import { SignInArt } from './SignInArt.tsx'

export interface SignInFrameProps {
  readonly title: string
  readonly description?: string
  /** Small, above the title: where in a wizard the reader is. */
  readonly overline?: string
  readonly children: ReactNode
}

/** The layout before sign-in: logo, form, language and theme, and on wide screens a picture. */
export function SignInFrame({ title, description, overline, children }: SignInFrameProps) {
  return (
    <div className="flex min-h-dvh bg-surface">
      <div className="flex min-w-0 flex-1 flex-col px-6 py-6 sm:px-8 sm:py-8">
        <header>
          <Brand />
        </header>
        <main className="mx-auto w-full max-w-sm flex-1 pt-[18dvh] pb-8">
          {overline !== undefined && <p className="mb-1 text-xs font-medium text-accent-fg">{overline}</p>}
          <PageTitle>{title}</PageTitle>
          {description !== undefined && <p className="mt-1 text-muted">{description}</p>}
          <div className="mt-6">{children}</div>
        </main>
        <DisplayChoices />
      </div>
      <div className="relative hidden flex-1 overflow-hidden border-l border-line bg-sunken lg:block">
        <SignInArt />
      </div>
    </div>
  )
}
