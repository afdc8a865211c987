"""The application: pages, live tables, HTTP API. `app.create_app(floor)` is the whole of it."""
