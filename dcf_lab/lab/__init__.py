"""The lab: the pages in the browser, and what stands behind them."""
