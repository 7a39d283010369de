/**
 * The colours of everything shown in a browser: the report, the page of a raffle, the list. The
 * scripts that build the page put this style sheet into it.
 *
 * @packageDocumentation
 */
export const tokens = `:root {
  color-scheme: light dark;
  --page: #f7f7f5;
  --card: #ffffff;
  --ink: #1c1f23;
  --soft: #555c64;
  --line: #d6d8d5;
  --code: #f0f1ee;
  --link: #0b4f9e;
  --button: #17395f;
  --button-ink: #ffffff;
  --proven: #12602d;
  --proven-back: #e3f4e7;
  --refuted: #9c1027;
  --refuted-back: #fce6e6;
  --open: #704600;
  --open-back: #fbf0d5;
  --none: #484f57;
  --none-back: #e9ebe8;
  --pending: #22498a;
  --pending-back: #e5edfa;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #121517;
    --card: #1a1e21;
    --ink: #e8eaec;
    --soft: #a8b0b8;
    --line: #363c42;
    --code: #24292d;
    --link: #8fbcff;
    --button: #b9d4f8;
    --button-ink: #10202f;
    --proven: #86dfa2;
    --proven-back: #15301e;
    --refuted: #ffa8ac;
    --refuted-back: #431a1f;
    --open: #f2cc7d;
    --open-back: #372a0f;
    --none: #bac2ca;
    --none-back: #2a2f34;
    --pending: #a9c8ff;
    --pending-back: #1b2a42;
  }
}
`
