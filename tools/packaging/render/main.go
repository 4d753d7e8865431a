// Renders a Helm chart where no Helm is at hand: text/template, sprig, and those of Helm's own
// functions that our chart uses. A function that is missing here fails, it is never ignored.
//
//	render CHART RELEASE NAMESPACE [VALUES.yaml …]
//
// prints {"values": …, "files": {"templates/x.yaml": "…"}} as JSON.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type tree = map[string]interface{}

func main() {
	if len(os.Args) < 4 {
		fail(errors.New("usage: render CHART RELEASE NAMESPACE [VALUES.yaml …]"))
	}
	chart, values, err := read(os.Args[1], os.Args[4:])
	if err != nil {
		fail(err)
	}
	release := tree{"Name": os.Args[2], "Namespace": os.Args[3], "Service": "Helm"}
	files, err := render(os.Args[1], tree{"Values": values, "Chart": chart, "Release": release})
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(tree{"values": values, "files": files}); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// Returns the chart's own fields with Helm's capitals, and its values under those of the files.
func read(folder string, files []string) (chart tree, values tree, err error) {
	fields, err := load(filepath.Join(folder, "Chart.yaml"))
	if err != nil {
		return nil, nil, err
	}
	chart = tree{}
	for name, value := range fields {
		chart[strings.ToUpper(name[:1])+name[1:]] = value
	}
	values, err = load(filepath.Join(folder, "values.yaml"))
	for _, file := range files {
		if err != nil {
			break
		}
		var more tree
		more, err = load(file)
		override(values, more)
	}
	return chart, values, err
}

// Numbers stay as they are written, as in Helm.
func load(file string) (tree, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	found := tree{}
	useNumber := func(decoder *json.Decoder) *json.Decoder {
		decoder.UseNumber()
		return decoder
	}
	if err := yaml.Unmarshal(text, &found, useNumber); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return found, nil
}

// Maps are merged, null deletes, everything else replaces.
func override(values tree, more tree) {
	for name, value := range more {
		inner, isTree := value.(tree)
		known, wasTree := values[name].(tree)
		switch {
		case value == nil:
			delete(values, name)
		case isTree && wasTree:
			override(known, inner)
		default:
			values[name] = value
		}
	}
}

func render(folder string, top tree) (map[string]string, error) {
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root))
	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := root.New("templates/" + filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	files := map[string]string{}
	for _, path := range paths {
		name := "templates/" + filepath.Base(path)
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		text, err := execute(root, name, top)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	return files, nil
}

// A value that is missing prints nothing, as in Helm.
func execute(root *template.Template, name string, data interface{}) (string, error) {
	var text bytes.Buffer
	err := root.ExecuteTemplate(&text, name, data)
	return strings.ReplaceAll(text.String(), "<no value>", ""), err
}

func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	// Helm has neither: a chart can't read its user's environment.
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) {
		return execute(root, name, data)
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(message)
		}
		return value, nil
	}
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	all["fromJson"] = func(text string) (tree, error) {
		found := tree{}
		return found, json.Unmarshal([]byte(text), &found)
	}
	all["fromJsonArray"] = func(text string) ([]interface{}, error) {
		found := []interface{}{}
		return found, json.Unmarshal([]byte(text), &found)
	}
	return all
}
