// Dark or light: as the system is, or as the reader chose, who is remembered where the browser allows it.
import { el } from './dom.js';

const KEY = 'shootout-theme';
const THEMES = { auto: 'auto', light: 'light', dark: 'dark' };

function remembered() {
  try {
    const theme = localStorage.getItem(KEY);
    return theme in THEMES ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

function apply(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Sets the theme that was chosen; `changed` is called when it becomes another one. */
export function watchTheme(changed) {
  apply(remembered());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

/** The switch. */
export function themeSwitch() {
  const choice = el('select', { 'aria-label': 'Light or dark', title: 'Light or dark', class: 'theme' },
    Object.entries(THEMES).map(([value, text]) => el('option', { value, selected: value === remembered() }, text)));
  choice.addEventListener('change', () => {
    apply(choice.value);
    try {
      localStorage.setItem(KEY, choice.value);
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
  });
  return choice;
}
