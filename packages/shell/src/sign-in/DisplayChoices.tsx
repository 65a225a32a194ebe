import { Icon, languages, usePreferences, useTranslation } from '@host/plugin-sdk'
import { classNames } from '@host/plugin-sdk/shell'
import { themeIcons, themes } from '../preferences/themes.ts'

/** Language and theme as plain buttons, so that the pages before sign-in load no menu. */
export function DisplayChoices() {
  const { t, language, setLanguage } = useTranslation()
  const { preferences, change } = usePreferences()
  return (
    <footer className="mt-8 flex flex-wrap items-center justify-center gap-4 text-xs">
      <div role="group" aria-label={t('shell.display.language')} className="flex gap-1">
        {languages.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            lang={id}
            aria-pressed={id === language}
            onClick={() => void setLanguage(id)}
            className={choiceClass(id === language)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="group" aria-label={t('shell.display.theme')} className="flex gap-1">
        {themes.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === preferences.theme}
            aria-label={t(`shell.display.${choice}`)}
            title={t(`shell.display.${choice}`)}
            onClick={() => change({ theme: choice })}
            className={choiceClass(choice === preferences.theme)}
          >
            <Icon name={themeIcons[choice]} size={14} />
          </button>
        ))}
      </div>
    </footer>
  )
}

function choiceClass(isChosen: boolean): string {
  return classNames(
    'inline-flex h-6 min-w-6 items-center justify-center rounded-control px-1.5 transition-colors hover:bg-hover',
    isChosen ? 'bg-pressed font-medium text-fg' : 'text-muted',
  )
}
