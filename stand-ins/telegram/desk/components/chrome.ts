import type { Theme } from '../../themes.ts'

/** Colours of Telegram's interface that are not among the theme parameters. */
const extraColors: Record<Theme['id'], Record<string, string>> = {
  light: {
    in: '#ffffff',
    out: '#e1fec6',
    'out-text': '#000000',
    'out-meta': '#4fae4e',
    wall: 'linear-gradient(160deg,#cfe2b4,#a3cfb2 45%,#b5d9d0)',
    ink: '#1c5a3c',
    page: '#e8ecf1',
    button_glass: 'rgb(60 110 80 / .42)',
  },
  dark: {
    in: '#262628',
    out: '#3a6fdd',
    'out-text': '#ffffff',
    'out-meta': '#c5d8ff',
    wall: 'linear-gradient(160deg,#0c0f1a,#12101c 50%,#0a0f14)',
    ink: '#8fa4ff',
    page: '#0c0e12',
    button_glass: 'rgb(255 255 255 / .14)',
  },
  day: {
    in: '#ffffff',
    out: '#effdde',
    'out-text': '#222222',
    'out-meta': '#5bab5b',
    wall: 'linear-gradient(160deg,#d6e4ec,#c2d6e4 50%,#d9e2ea)',
    ink: '#2f6ea5',
    page: '#eceff2',
    button_glass: 'rgb(70 110 150 / .42)',
  },
  night: {
    in: '#182533',
    out: '#2b5278',
    'out-text': '#f5f5f5',
    'out-meta': '#9fc3e6',
    wall: 'linear-gradient(160deg,#0e1621,#101a26 50%,#0d1520)',
    ink: '#6ab3f3',
    page: '#0b121a',
    button_glass: 'rgb(255 255 255 / .13)',
  },
  pink: {
    in: '#ffffff',
    out: '#ffd7e8',
    'out-text': '#5b2140',
    'out-meta': '#d0699a',
    wall: 'linear-gradient(160deg,#ffdcea,#f9c9de 50%,#e8cdf2)',
    ink: '#b04a80',
    page: '#fdf0f5',
    button_glass: 'rgb(190 90 140 / .42)',
    'subtitle-text': '#b0708f',
  },
  green: {
    in: '#33393f',
    out: '#23685f',
    'out-text': '#f5f5f5',
    'out-meta': '#8fdccf',
    wall: 'linear-gradient(160deg,#1e2a2c,#1b2528 50%,#22302c)',
    ink: '#79e8da',
    page: '#191d21',
    button_glass: 'rgb(255 255 255 / .13)',
  },
}

/** CSS variables of the desk for a theme. Colours that are missing in the theme are derived from others. */
export function cssVariables(theme: Theme): Record<string, string> {
  const { params } = theme
  const bg = params.bg_color ?? '#ffffff'
  const text = params.text_color ?? '#000000'
  const defaults = {
    section_bg_color: bg,
    header_bg_color: bg,
    subtitle_text_color: params.hint_color ?? text,
    section_separator_color: `color-mix(in srgb, ${text} 14%, ${bg})`,
    bottom_bar_bg_color: params.secondary_bg_color ?? bg,
    accent_text_color: params.link_color ?? text,
  }
  const themeVariables = Object.entries({ ...defaults, ...params }).map(([key, value]) => [
    `--${key.replace('_color', '').replaceAll('_', '-')}`,
    value,
  ])
  const extraVariables = Object.entries(extraColors[theme.id]).map(([key, value]) => [
    `--${key.replaceAll('_', '-')}`,
    value,
  ])
  return Object.fromEntries([...themeVariables, ...extraVariables]) as Record<string, string>
}
