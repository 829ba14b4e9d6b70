/** CSS of all the provider's pages. */
export const style = `
:root { color-scheme: light dark; --ground: light-dark(#eef1f6, #0f1319); --sheet: light-dark(#fff, #181e27);
  --ink: light-dark(#141a24, #eef2f8); --quiet: light-dark(#5b6678, #9aa7ba); --line: light-dark(#dbe1ea, #2c3542);
  --field: light-dark(#f6f8fb, #10151c); --accent: light-dark(#c2410c, #f97316); --accent-ink: light-dark(#fff, #1a0d02);
  --good: light-dark(#12805c, #3ddc97); --bad: light-dark(#c92a2a, #ff8787); }
* { box-sizing: border-box; margin: 0; text-wrap: pretty; }
body { min-height: 100dvh; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 16px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 440px; margin: 0 auto; padding: 16px; display: flex; flex-direction: column; gap: 12px; }
header { display: flex; align-items: center; justify-content: space-between; padding: 4px 4px 0; font-size: 14px; }
.brand { font-weight: 700; letter-spacing: -.01em; display: flex; gap: 8px; align-items: center; }
.brand i { width: 22px; height: 22px; border-radius: 7px; background: var(--accent); display: grid; place-items: center; }
.brand svg, .lock svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.brand i { color: var(--accent-ink); }
.badge { color: var(--quiet); border: 1px solid var(--line); border-radius: 99px; padding: 2px 10px; font-size: 13px; }
.sheet { background: var(--sheet); border-radius: 20px; padding: 20px; display: flex; flex-direction: column; gap: 16px;
  box-shadow: 0 1px 2px rgb(16 24 40 / .06), 0 12px 32px -12px rgb(16 24 40 / .18); }
.sum { font-size: 36px; line-height: 1.1; font-weight: 750; letter-spacing: -.025em; font-variant-numeric: tabular-nums; }
.about { margin-top: 6px; overflow-wrap: anywhere; }
.meta { margin-top: 4px; color: var(--quiet); font-size: 14px; overflow-wrap: anywhere; }
.bank { border-top: 1px solid var(--line); padding-top: 16px; display: grid; gap: 12px; grid-template-columns: 1fr 1fr; }
label { display: flex; flex-direction: column; gap: 4px; font-size: 13px; color: var(--quiet); min-width: 0; }
label.wide { grid-column: 1 / -1; }
input { width: 100%; height: 48px; border: 1px solid var(--line); border-radius: 12px; background: var(--field); color: var(--ink);
  padding: 0 14px; font: inherit; font-size: 17px; font-variant-numeric: tabular-nums; letter-spacing: .01em; }
button, .button { min-height: 48px; border: 0; border-radius: 14px; font: inherit; font-weight: 600; cursor: pointer; text-decoration: none;
  display: grid; place-items: center; padding: 0 14px; text-align: center; }
.main { width: 100%; min-height: 54px; background: var(--accent); color: var(--accent-ink); font-size: 17px; }
.main:active, .other button:active { filter: brightness(.94); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-direction: column; gap: 16px; }
.lock { display: flex; gap: 6px; align-items: center; justify-content: center; color: var(--quiet); font-size: 13px; text-align: center; }
.other { padding: 4px; display: flex; flex-direction: column; gap: 10px; }
.other p { color: var(--quiet); font-size: 13px; }
.other div { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.other button, .button.second { background: transparent; color: var(--ink); border: 1px solid var(--line); font-weight: 500; font-size: 15px; }
.other button[value=late] { grid-column: 1 / -1; }
.mark { width: 56px; height: 56px; border-radius: 50%; display: grid; place-items: center; color: var(--sheet); background: var(--quiet); }
.mark.good { background: var(--good); } .mark.bad { background: var(--bad); }
.mark svg { width: 28px; height: 28px; fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 24px; line-height: 1.2; letter-spacing: -.015em; } .actions { display: grid; gap: 8px; }
`
